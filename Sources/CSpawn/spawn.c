#define _GNU_SOURCE
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// In the child, between fork and exec: only what a signal handler may do, since other threads held locks.
static void run(const char *name, const char *beside, char *const words[], int output, int errors, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A parent that was killed before that call sends nothing any more.
  if (getppid() != parent) _exit(127);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  int input = open("/dev/null", O_RDONLY);
  if (input < 0 || dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) return;
  if (input > 2) close(input);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execvp(name, words);
  if (errno == ENOENT && beside) execv(beside, words);
}

int cspawn_tethered(const char *name, const char *beside, char *const words[], int output, int errors, int *child) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return errno;
  sigset_t all, former;
  sigfillset(&all);
  // No handler of this program's runs in the child.
  pthread_sigmask(SIG_SETMASK, &all, &former);
  pid_t parent = getpid();
  pid_t started = fork();
  if (started == 0) {
    run(name, beside, words, output, errors, parent);
    int number = errno;
    ssize_t written = write(report[1], &number, sizeof number);
    _exit(written < 0 ? 126 : 127);
  }
  int number = started < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  close(report[1]);
  if (started > 0) {
    ssize_t count;
    do count = read(report[0], &number, sizeof number);
    while (count < 0 && errno == EINTR);
    if (count == (ssize_t)sizeof number) {
      while (waitpid(started, NULL, 0) < 0 && errno == EINTR) {}
    } else {
      // The pipe was closed by exec: the program runs.
      number = 0;
    }
  }
  close(report[0]);
  *child = started;
  return number;
}
