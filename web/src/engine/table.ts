/** One row as a plain object: the fields of an abi.gen.ts field map. */
export type Row<Fields extends Record<string, number>> = { [Name in keyof Fields]: number };

/** How abi.gen.ts describes a table. `fields` maps a name to its place in the row. */
export interface TableShape<Fields extends Record<string, number>> {
  index: number;
  fields: Fields;
  rows: number;
}

/** A window on one table in the engine's memory; every field is an int32. */
export class Table<Fields extends Record<string, number>> {
  /** Its number for lk_address(). */
  readonly number: number;
  /** Rows there is room for. */
  readonly rows_max: number;
  private readonly fields: Fields;
  private readonly stride: number;
  private ints = new Int32Array();

  constructor(shape: TableShape<Fields>) {
    this.number = shape.index;
    this.rows_max = shape.rows;
    this.fields = shape.fields;
    this.stride = Object.keys(shape.fields).length;
  }

  attach(memory: ArrayBuffer, address: number): void {
    this.ints = new Int32Array(memory, address, this.stride * this.rows_max);
  }

  get(field: keyof Fields, row = 0): number {
    const value = this.ints[row * this.stride + (this.fields[field] as number)];
    if (value === undefined) throw new RangeError(`row ${row} of ${this.rows_max}`);
    return value;
  }

  set(field: keyof Fields, row: number, value: number): void {
    this.ints[row * this.stride + (this.fields[field] as number)] = value;
  }

  row(row: number): Row<Fields> {
    const copy = {} as Row<Fields>;
    for (const field of Object.keys(this.fields) as (keyof Fields)[]) {
      copy[field] = this.get(field, row);
    }
    return copy;
  }

  /** Rows first…end - 1. */
  rows(first: number, end: number): Row<Fields>[] {
    return Array.from({ length: Math.max(0, end - first) }, (_, place) => this.row(first + place));
  }
}
