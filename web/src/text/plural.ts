/** English: "1 order", "2 orders". Indonesian needs no such thing. */
export function plural(value: number, one: string, many: string): string {
  return value === 1 ? one : many;
}
