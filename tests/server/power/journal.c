/* Preloaded into a program, this writes down what the program does to the files of one folder: what
   it writes, what it syncs, which names it makes and removes, in the order it happens. From that
   `disk.py` reconstructs what a disk may hold when the power fails at any moment.

   POWER_ROOT is the folder, POWER_JOURNAL the file to write to. What is written to descriptor 1 is
   written down as well: it is what the program tells others. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define DESCRIPTORS 65536

struct record {
  char op;
  char padding[7];
  int64_t nanoseconds, inode, offset;
  int64_t path, other, data; /* lengths of what follows */
};

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;
static char root[PATH_MAX];
static char *names[DESCRIPTORS]; /* of the open files below the root */

static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static int (*real_close)(int);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_fallocate)(int, off_t, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_renameat)(int, const char *, int, const char *);
static int (*real_linkat)(int, const char *, int, const char *, int);
static int (*real_unlinkat)(int, const char *, int);
static int (*real_mkdirat)(int, const char *, mode_t);

__attribute__((constructor)) static void begin(void) {
  real_open = dlsym(RTLD_NEXT, "open");
  real_openat = dlsym(RTLD_NEXT, "openat");
  real_close = dlsym(RTLD_NEXT, "close");
  real_write = dlsym(RTLD_NEXT, "write");
  real_writev = dlsym(RTLD_NEXT, "writev");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate");
  real_fallocate = dlsym(RTLD_NEXT, "posix_fallocate");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_renameat = dlsym(RTLD_NEXT, "renameat");
  real_linkat = dlsym(RTLD_NEXT, "linkat");
  real_unlinkat = dlsym(RTLD_NEXT, "unlinkat");
  real_mkdirat = dlsym(RTLD_NEXT, "mkdirat");
  const char *folder = getenv("POWER_ROOT"), *file = getenv("POWER_JOURNAL");
  if (folder == NULL || file == NULL || realpath(folder, root) == NULL) return;
  journal = real_open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  unsetenv("LD_PRELOAD"); /* for this program alone, not for those it starts */
}

/* The absolute path, if it is below the root. */
static const char *below(int folder, const char *path, char *buffer) {
  if (journal < 0 || path == NULL) return NULL;
  if (path[0] == '/') {
    snprintf(buffer, PATH_MAX, "%s", path);
  } else if (folder == AT_FDCWD) {
    char here[PATH_MAX];
    if (getcwd(here, sizeof here) == NULL) return NULL;
    if (snprintf(buffer, PATH_MAX, "%s/%s", here, path) >= PATH_MAX) return NULL;
  } else {
    if (folder < 0 || folder >= DESCRIPTORS || names[folder] == NULL) return NULL;
    if (snprintf(buffer, PATH_MAX, "%s/%s", names[folder], path) >= PATH_MAX) return NULL;
  }
  size_t length = strlen(root);
  if (strncmp(buffer, root, length) != 0) return NULL;
  return buffer[length] == '/' || buffer[length] == 0 ? buffer : NULL;
}

static void note(char op, int64_t inode, int64_t offset, const char *path, const char *other,
                 const void *data, size_t size) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  struct record record = {
      .op = op,
      .nanoseconds = now.tv_sec * 1000000000LL + now.tv_nsec,
      .inode = inode,
      .offset = offset,
      .path = path ? (int64_t)strlen(path) : 0,
      .other = other ? (int64_t)strlen(other) : 0,
      .data = (int64_t)size,
  };
  struct iovec parts[] = {{&record, sizeof record},
                          {(void *)path, (size_t)record.path},
                          {(void *)other, (size_t)record.other},
                          {(void *)data, size}};
  ssize_t wanted = (ssize_t)(sizeof record + record.path + record.other + size);
  if (real_writev(journal, parts, 4) != wanted) abort();
}

static int is_ours(int fd) { return fd >= 0 && fd < DESCRIPTORS && names[fd] != NULL; }

static int64_t inode_of(int fd) {
  struct stat found;
  return fstat(fd, &found) == 0 ? (int64_t)found.st_ino : -1;
}

static int64_t inode_at(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0 ? (int64_t)found.st_ino : -1;
}

static int opened(int folder, const char *path, int flags, mode_t mode) {
  char buffer[PATH_MAX];
  const char *full = below(folder, path, buffer);
  if (full == NULL) return real_openat(folder, path, flags, mode);
  pthread_mutex_lock(&turn);
  int existed = access(full, F_OK) == 0;
  int fd = real_openat(folder, path, flags, mode);
  if (fd >= 0 && fd < DESCRIPTORS) {
    names[fd] = strdup(full);
    if (!existed && (flags & O_CREAT)) note('C', inode_of(fd), 0, full, NULL, NULL, 0);
    if (existed && (flags & O_TRUNC)) note('T', inode_of(fd), 0, full, NULL, NULL, 0);
  }
  pthread_mutex_unlock(&turn);
  return fd;
}

#define MODE(flags)                                  \
  mode_t mode = 0;                                   \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {           \
    va_list rest;                                    \
    va_start(rest, flags);                           \
    mode = va_arg(rest, mode_t);                     \
    va_end(rest);                                    \
  }

int open(const char *path, int flags, ...) {
  MODE(flags)
  return opened(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE(flags)
  return opened(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  MODE(flags)
  return opened(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
  MODE(flags)
  return opened(folder, path, flags, mode);
}

int close(int fd) {
  if (is_ours(fd)) {
    pthread_mutex_lock(&turn);
    free(names[fd]);
    names[fd] = NULL;
    pthread_mutex_unlock(&turn);
  }
  return real_close(fd);
}

ssize_t write(int fd, const void *data, size_t size) {
  if (journal < 0 || (fd != 1 && !is_ours(fd))) return real_write(fd, data, size);
  pthread_mutex_lock(&turn);
  off_t offset = 0;
  if (fd != 1) offset = lseek(fd, 0, fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
  if (fd == 1) note('A', 0, 0, NULL, NULL, data, size); /* before anybody can have heard it */
  ssize_t done = real_write(fd, data, size);
  if (fd != 1 && done > 0) note('W', inode_of(fd), offset, names[fd], NULL, data, (size_t)done);
  pthread_mutex_unlock(&turn);
  return done;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
  if (!is_ours(fd)) return real_pwrite(fd, data, size, offset);
  pthread_mutex_lock(&turn);
  ssize_t done = real_pwrite(fd, data, size, offset);
  if (done > 0) note('W', inode_of(fd), offset, names[fd], NULL, data, (size_t)done);
  pthread_mutex_unlock(&turn);
  return done;
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
  return pwrite(fd, data, size, offset);
}

int ftruncate(int fd, off_t size) {
  if (!is_ours(fd)) return real_ftruncate(fd, size);
  pthread_mutex_lock(&turn);
  int failed = real_ftruncate(fd, size);
  if (!failed) note('T', inode_of(fd), size, names[fd], NULL, NULL, 0);
  pthread_mutex_unlock(&turn);
  return failed;
}
int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

int posix_fallocate(int fd, off_t offset, off_t size) {
  if (!is_ours(fd)) return real_fallocate(fd, offset, size);
  pthread_mutex_lock(&turn);
  int failed = real_fallocate(fd, offset, size);
  struct stat found;
  if (!failed && fstat(fd, &found) == 0)
    note('T', inode_of(fd), found.st_size, names[fd], NULL, NULL, 0);
  pthread_mutex_unlock(&turn);
  return failed;
}
int posix_fallocate64(int fd, off64_t offset, off64_t size) {
  return posix_fallocate(fd, offset, size);
}

static int synced(int fd, int (*sync)(int)) {
  if (!is_ours(fd)) return sync(fd);
  pthread_mutex_lock(&turn);
  int failed = sync(fd);
  if (!failed) note('S', inode_of(fd), 0, names[fd], NULL, NULL, 0);
  pthread_mutex_unlock(&turn);
  return failed;
}
int fsync(int fd) { return synced(fd, real_fsync); }
int fdatasync(int fd) { return synced(fd, real_fdatasync); }

int renameat(int old, const char *from, int new, const char *to) {
  char first[PATH_MAX], second[PATH_MAX];
  const char *before = below(old, from, first), *after = below(new, to, second);
  if (before == NULL && after == NULL) return real_renameat(old, from, new, to);
  pthread_mutex_lock(&turn);
  int failed = real_renameat(old, from, new, to);
  if (!failed) note('R', after ? inode_at(after) : -1, 0, before, after, NULL, 0);
  pthread_mutex_unlock(&turn);
  return failed;
}
int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

int linkat(int old, const char *from, int new, const char *to, int flags) {
  char first[PATH_MAX], second[PATH_MAX];
  const char *before = below(old, from, first), *after = below(new, to, second);
  if (after == NULL) return real_linkat(old, from, new, to, flags);
  pthread_mutex_lock(&turn);
  int failed = real_linkat(old, from, new, to, flags);
  if (!failed) note('L', inode_at(after), 0, before, after, NULL, 0);
  pthread_mutex_unlock(&turn);
  return failed;
}
int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int unlinkat(int folder, const char *path, int flags) {
  char buffer[PATH_MAX];
  const char *full = below(folder, path, buffer);
  if (full == NULL) return real_unlinkat(folder, path, flags);
  pthread_mutex_lock(&turn);
  int failed = real_unlinkat(folder, path, flags);
  if (!failed) note('U', 0, 0, full, NULL, NULL, 0);
  pthread_mutex_unlock(&turn);
  return failed;
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdirat(int folder, const char *path, mode_t mode) {
  char buffer[PATH_MAX];
  const char *full = below(folder, path, buffer);
  if (full == NULL) return real_mkdirat(folder, path, mode);
  pthread_mutex_lock(&turn);
  int failed = real_mkdirat(folder, path, mode);
  if (!failed) note('M', inode_at(full), 0, full, NULL, NULL, 0);
  pthread_mutex_unlock(&turn);
  return failed;
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
