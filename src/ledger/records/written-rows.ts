/** Numbers of the last commands whose begin and end are on the disk. */
export type WrittenRows = { readonly begun: number; readonly ended: number };
