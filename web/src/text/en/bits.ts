import { unbroken } from '../format.ts';

/** How many bits a weight has. */
export const eight_bit = unbroken('8-bit');
export const sixteen_bit = unbroken('16-bit');
