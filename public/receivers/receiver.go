// Receives webhooks of this service. Needs Go 1.19 or later and this file; listens on plain HTTP, so put it behind your TLS proxy.
//
//	WEBHOOK_SECRET=... PORT=8080 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	tolerance = 300 * time.Second
	mostBytes = 65_536
)

type event struct {
	Event      string `json:"event"`
	WatchID    string `json:"watch_id"`
	DeliveryID string `json:"delivery_id"`
}

// Kept here for as long as the process lives; keep yours where all your instances look.
var seen sync.Map

func sum(key []byte, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, key)
	for _, part := range parts {
		mac.Write(part)
	}
	return mac.Sum(nil)
}

// The short way: an HMAC over the raw body alone. The time of sending is not covered by it; fired_at in the body is.
func hasBodySignature(headers http.Header, body []byte, secret string) bool {
	expected := "sha256=" + hex.EncodeToString(sum([]byte(secret), body))
	return hmac.Equal([]byte(headers.Get("X-Service-Signature")), []byte(expected))
}

// A secret that begins with whsec_ stands for the bytes that follow in base64; any other is taken as it is.
func standardKey(secret string) []byte {
	if !strings.HasPrefix(secret, "whsec_") {
		return []byte(secret)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		log.Fatal("WEBHOOK_SECRET begins with whsec_ and is not base64 after it")
	}
	return key
}

// Standard Webhooks: over id, time and raw body. v1 is made with your secret.
func hasStandardSignature(headers http.Header, body []byte, secret string, now time.Time) bool {
	id, sent := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	expected := "v1," + base64.StdEncoding.EncodeToString(sum(standardKey(secret), []byte(id+"."+sent+"."), body))
	isSigned := false
	for _, entry := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(entry), []byte(expected)) {
			isSigned = true
		}
	}
	return isSigned
}

func receive(request *http.Request, secret string) int {
	if request.Method != http.MethodPost {
		return http.StatusMethodNotAllowed
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, request.Body, mostBytes))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return http.StatusRequestEntityTooLarge
	}
	if err != nil {
		return http.StatusBadRequest
	}
	if !hasStandardSignature(request.Header, body, secret, time.Now()) || !hasBodySignature(request.Header, body, secret) {
		return http.StatusUnauthorized
	}
	var received event
	if json.Unmarshal(body, &received) != nil {
		return http.StatusBadRequest
	}
	// Sent again by your own redelivery: already done.
	if _, isKnown := seen.LoadOrStore(received.DeliveryID, true); isKnown {
		return http.StatusOK
	}
	// Answer first and work later: the service waits ten seconds in all.
	fmt.Println(received.Event, received.WatchID, received.DeliveryID)
	return http.StatusNoContent
}

func main() {
	secret, port := os.Getenv("WEBHOOK_SECRET"), os.Getenv("PORT")
	if secret == "" {
		log.Fatal("set WEBHOOK_SECRET")
	}
	if port == "" {
		port = "8080"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	server := &http.Server{
		ReadTimeout: 15 * time.Second,
		Handler: http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
			answer.WriteHeader(receive(request, secret))
		}),
	}
	log.Fatal(server.Serve(listener))
}
