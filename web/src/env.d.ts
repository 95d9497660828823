declare module '@engine/kitchen.wasm?url' {
  const address: string;
  export default address;
}
