/** What the name of a token may be. */

/** Names are told in log lines and in messages. */
export const TOKEN_NAME = /^[A-Za-z0-9._@-]{1,64}$/;

export const TOKEN_NAME_RULE = 'has 1 to 64 characters of A-Z a-z 0-9 . _ @ -';
