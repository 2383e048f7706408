/** The Data screen: the datasets, or the instruments of the one that the URL names. */
import { lazy } from "react";
import type { ReactElement } from "react";
import { useSearchParams } from "wouter";
import { DatasetsPage } from "./datasets-page.tsx";

const InstrumentsPage = lazy(async () => ({
  default: (await import("./instruments-page.tsx")).InstrumentsPage,
}));

export function DataScreen(): ReactElement {
  const [params] = useSearchParams();
  const datasetId = params.get("dataset") ?? "";
  if (datasetId === "") return <DatasetsPage />;
  return <InstrumentsPage key={datasetId} datasetId={datasetId} symbol={params.get("instrument") ?? ""} />;
}
