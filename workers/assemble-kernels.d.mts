export interface Kernel {
  readonly file: string;
  readonly constant: string;
}
export const KERNELS: readonly Kernel[];
export function assembleKernel(kernel: Kernel): Promise<string>;
