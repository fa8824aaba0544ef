// The part of subset-font that narrow-font.ts calls. The package has no types of its own.
declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    /** OpenType features that stay. */
    keepFeatures: readonly string[]
    variationAxes: Record<string, { min: number; max: number }>
  }
  /** The font with only the characters of `text`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
