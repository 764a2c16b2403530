// Makes calls with go-retryablehttp, which tries again by itself.
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func main() {
	client := retryablehttp.NewClient()
	client.RetryMax = 3
	client.RetryWaitMin = 20 * time.Millisecond
	client.Logger = nil
	for call := 0; call < 20; call++ {
		request, _ := retryablehttp.NewRequest("GET", os.Getenv("RETRYLAB_URL")+"/fetch", nil)
		request.Header.Set("Idempotency-Key", fmt.Sprint(call))
		if answer, err := client.Do(request); err == nil {
			answer.Body.Close()
		}
	}
}
