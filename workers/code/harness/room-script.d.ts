/** Vite's reading of a file as text: the harness's own build has it. */
declare module "*.py?raw" {
  const text: string;
  export default text;
}
