declare module '@engine/kitchen.wasm?url' {
  const address: string;
  export default address;
}

declare module 'subset-font' {
  export default function subset_font(
    font: Uint8Array,
    characters: string,
    options: { targetFormat: string; variationAxes: Record<string, { min: number; max: number }> },
  ): Promise<Uint8Array>;
}
