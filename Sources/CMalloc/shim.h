// glibc's count of the bytes in use, which the toolchain's Glibc module leaves out.
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
