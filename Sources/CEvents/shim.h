#ifdef __linux__
#include <sys/epoll.h>
#include <sys/timerfd.h>
#endif
