import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { formatMoment } from "#src/format/day.ts";
import { countOf } from "#src/format/number.ts";
import { askRequestLog } from "#src/offline/service-worker.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import type { RequestLog } from "#workers/model/offline.ts";
import styles from "./privacy-page.module.css";

/** What the browser itself recorded of this page's requests. */
interface PageRequests {
  readonly own: number;
  readonly otherHosts: readonly string[];
}

/** Where this page and its workers sent requests: to the app's own address, or the panel says where else. */
export function RequestsPanel(): ReactElement {
  const requests = usePageRequests();
  const log = useRequestLog();
  const others = [...new Set([...requests.otherHosts, ...(log?.otherHosts ?? [])])];
  return (
    <Panel title="Requests">
      {others.length > 0 && (
        <WarningBanner message={`Requests went elsewhere: ${others.join(", ")}.`}>
          <p>Not by this app; a browser extension can do so. Try a window without extensions.</p>
        </WarningBanner>
      )}
      <div className={styles["words"]}>
        <p>
          Since you opened this page it has asked for {countOf(requests.own, "file")}, and{" "}
          {requests.otherHosts.length === 0 ? "all of them" : "these"} from the app's own address,{" "}
          <strong>{location.origin}</strong>. That is your browser's own record.
        </p>
        {log && (
          <p>
            Background work counts, too: since {formatMoment(log.since)} every page of this app and its
            workers made {countOf(log.own, "request")}, {log.otherHosts.length === 0 ? "all" : "not all"} to
            that address. Most are answered from this device.
          </p>
        )}
        <p className={page["soft"]}>
          The page is served with rules that make the browser refuse anything else. No other address can be
          asked for scripts, pictures or data, and nothing can be sent to one. One way out lies beyond such
          rules in today's browsers: direct connections (WebRTC), as video calls use them. Nothing in this app
          opens one. Links that leave the app say so. What the browser asks its own maker, for updates or help
          with forms, no page can see or stop: its own settings can.
        </p>
      </div>
    </Panel>
  );
}

function usePageRequests(): PageRequests {
  const [requests, setRequests] = useState(readPageRequests);
  useEffect(() => {
    const observer = new PerformanceObserver(() => setRequests(readPageRequests()));
    observer.observe({ type: "resource" });
    return () => observer.disconnect();
  }, []);
  return requests;
}

function readPageRequests(): PageRequests {
  const entries = [
    ...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource"),
  ];
  const urls = entries.map(({ name }) => new URL(name, location.href));
  const others = urls.filter(
    ({ protocol, origin }) => protocol.startsWith("http") && origin !== location.origin,
  );
  return { own: urls.length - others.length, otherHosts: [...new Set(others.map(({ host }) => host))] };
}

/** null until the service worker answered, and where there is none. */
function useRequestLog(): RequestLog | null {
  const [log, setLog] = useState<RequestLog | null>(null);
  useEffect(() => void askRequestLog().then(setLog), []);
  return log;
}
