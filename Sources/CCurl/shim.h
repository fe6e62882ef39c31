// libcurl for Swift. Its functions are imported unchanged. Variadic functions, which Swift does not import, are wrapped
// in the small functions below.
#pragma once
#include <curl/curl.h>

static inline void ccurl_set_long(CURL *transfer, CURLoption option, long value) {
  curl_easy_setopt(transfer, option, value);
}
// Sets a text, which curl copies.
static inline CURLcode ccurl_set_text(CURL *transfer, CURLoption option, const char *value) {
  return curl_easy_setopt(transfer, option, value);
}
static inline void ccurl_set_size(CURL *transfer, CURLoption option, curl_off_t value) {
  curl_easy_setopt(transfer, option, value);
}
static inline void ccurl_set_headers(CURL *transfer, struct curl_slist *headers) {
  curl_easy_setopt(transfer, CURLOPT_HTTPHEADER, headers);
}
// Sets the buffer of CURL_ERROR_SIZE bytes for the message about a failure.
static inline void ccurl_set_message_buffer(CURL *transfer, char *buffer) {
  curl_easy_setopt(transfer, CURLOPT_ERRORBUFFER, buffer);
}
// Sets the functions that receive the lines of the head and the bytes of the body.
static inline void ccurl_set_receivers(
  CURL *transfer, curl_write_callback head, curl_write_callback body, void *context) {
  curl_easy_setopt(transfer, CURLOPT_HEADERFUNCTION, head);
  curl_easy_setopt(transfer, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, body);
  curl_easy_setopt(transfer, CURLOPT_WRITEDATA, context);
}
// Lets a transfer end while a name is looked up, without waiting for the answer.
static inline void ccurl_set_quick_exit(CURL *transfer) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(transfer, CURLOPT_QUICK_EXIT, 1L);
#endif
}

static inline long ccurl_status(CURL *transfer) {
  long status = 0;
  curl_easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &status);
  return status;
}
// Returns the number of bytes that the head declares; -1 for none.
static inline curl_off_t ccurl_declared_size(CURL *transfer) {
  curl_off_t size = -1;
  curl_easy_getinfo(transfer, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &size);
  return size;
}
static inline curl_off_t ccurl_received_size(CURL *transfer) {
  curl_off_t size = 0;
  curl_easy_getinfo(transfer, CURLINFO_SIZE_DOWNLOAD_T, &size);
  return size;
}
// Returns the address to which the reply redirects, resolved against that of the request; NULL for none.
static inline const char *ccurl_redirect(CURL *transfer) {
  char *address = (char *)0;
  curl_easy_getinfo(transfer, CURLINFO_REDIRECT_URL, &address);
  return address;
}

// Returns the result of a transfer that has ended; -1 while none has.
static inline int ccurl_result(CURLM *transfers) {
  int count;
  CURLMsg *message = curl_multi_info_read(transfers, &count);
  return message && message->msg == CURLMSG_DONE ? (int)message->data.result : -1;
}
