/** By what name the one who asks is known: without tokens everybody is somebody on this machine. */

export const CALLER = 'local';
