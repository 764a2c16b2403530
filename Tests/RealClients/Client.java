import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Gets each address once with Java's HttpClient, and prints what it saw. */
public class Client {
  public static void main(String[] addresses) throws Exception {
    var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    for (var address : addresses) {
      var request = HttpRequest.newBuilder(URI.create(address)).build();
      var future = client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
      String seen;
      try {
        // Its own timeout ends with the head of the answer.
        var answer = future.get(3000, TimeUnit.MILLISECONDS);
        var hint = answer.headers().firstValue("retry-after");
        seen = answer.statusCode() + hint.map(it -> " after " + it).orElse("");
      } catch (ExecutionException error) {
        var message = error.getCause().getMessage();
        seen = error.getCause().getClass().getSimpleName() + " " + message;
      } catch (java.util.concurrent.TimeoutException error) {
        future.cancel(true);
        seen = "TimeoutException";
      }
      System.err.println(URI.create(address).getPath().substring(1) + " " + seen);
    }
    System.exit(0);
  }
}
