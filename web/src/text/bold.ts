interface BoldPart {
  words: string;
  bold: boolean;
}

/** Splits "a **b** c" into its plain and bold parts: the only markup a text may have. */
export function bold_parts(text: string): BoldPart[] {
  return text
    .split('**')
    .map((words, place) => ({ words, bold: place % 2 === 1 }))
    .filter((part) => part.words !== '');
}

/** The text without its marks: for a screen reader, which says no bold. */
export const plain = (text: string): string =>
  bold_parts(text)
    .map((part) => part.words)
    .join('');
