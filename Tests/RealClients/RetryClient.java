import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Makes calls with Java's HttpClient in a loop that tries again after a constant delay. */
public class RetryClient {
  public static void main(String[] arguments) throws Exception {
    var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    var address = URI.create(System.getenv("RETRYLAB_URL") + "/fetch");
    for (int call = 0; call < 20; call++) {
      var request = HttpRequest.newBuilder(address).header("Idempotency-Key", "" + call).build();
      for (int attempt = 0; attempt < 3; attempt++) {
        if (attempt > 0) Thread.sleep(30);
        try {
          if (client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode() != 503) break;
        } catch (IOException error) {
          // Tried again.
        }
      }
    }
    System.exit(0);
  }
}
