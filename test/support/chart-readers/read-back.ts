/** What a notation says, read back. */

export interface ReadBack {
  /** `source -> target: label`, sorted. */
  readonly edges: readonly string[];
  /** Ids of nodes, sorted. */
  readonly active: readonly string[];
}
