/** A picture as the platform has it: PNG, JPEG, or raw pixels with their size. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly raw?: { readonly width: number; readonly height: number; readonly channels: 3 | 4 };
}

/** Something the model should know although the action succeeded ("Tab moved the focus"). */
export type Remark = string | undefined;
