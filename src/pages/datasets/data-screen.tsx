/** The Data screen: the datasets, or the instruments of the one that the URL names. */
import { createElement } from "react";
import type { ReactElement } from "react";
import { useSearchParams } from "wouter";
import { useLazyPart } from "#src/ui/use-lazy-part.ts";
import { DatasetsPage } from "./datasets-page.tsx";
import type { InstrumentsPage } from "./instruments-page.tsx";

export function DataScreen(): ReactElement {
  const [params] = useSearchParams();
  const datasetId = params.get("dataset") ?? "";
  if (datasetId === "") return <DatasetsPage />;
  return <Instruments key={datasetId} datasetId={datasetId} symbol={params.get("instrument") ?? ""} />;
}

interface InstrumentsProps {
  readonly datasetId: string;
  readonly symbol: string;
}

function Instruments(props: InstrumentsProps): ReactElement {
  const page = useLazyPart(loadInstrumentsPage);
  return page ? createElement(page, { ...props }) : <p>Loading…</p>;
}

async function loadInstrumentsPage(): Promise<typeof InstrumentsPage> {
  return (await import("./instruments-page.tsx")).InstrumentsPage;
}
