/** What Vite makes of a worker's file: the address of its script. */
declare module "*?worker&url" {
  const url: string;
  export default url;
}
