import { tables } from './abi.gen.ts';

/** Most lever changes a run can have. */
export const commands_max = tables.commands.rows;
