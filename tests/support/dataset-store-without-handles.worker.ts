import "./without-sync-handles.ts";
import "./dataset-store.worker.ts";
