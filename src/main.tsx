import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { followAppearance } from "./app/appearance.ts";
import "./ui/tokens.css";
import "./ui/base.css";

followAppearance();

const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root to draw into");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
