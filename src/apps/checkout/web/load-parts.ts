/** Fetches scripts of parts (each puts its view into its list) and settles once all have run. */
export function loadParts(files: readonly string[]): Promise<unknown> {
  return Promise.all(files.map((file) => import(/* @vite-ignore */ file)));
}
