/**
 * A sentence of the service in English, and in Chinese. `{name}` stands for a value, whose name says what it can be:
 * see read-value.ts.
 */
export type Sentence = readonly [english: string, chinese: string];
