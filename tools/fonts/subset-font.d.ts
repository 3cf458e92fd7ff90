/** The part of `subset-font` 2.9 that the build uses; the package brings no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      readonly targetFormat: 'woff2' | 'sfnt' | 'truetype';
      readonly noHinting?: boolean;
      readonly keepFeatures?: readonly string[];
      readonly dropTables?: readonly string[];
    },
  ): Promise<Uint8Array>;
}
