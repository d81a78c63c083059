// As much of `node:assert/strict` as the tests of the modules use, for a browser.

function ok(value, told = "it is not so") {
  if (!value) throw new Error(told);
}

export default {
  ok,
  equal: (found, expected) => ok(Object.is(found, expected), `${found} is not ${expected}`),
  deepEqual: (found, expected) => {
    const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
    ok(left === right, `${left} is not ${right}`);
  },
};
