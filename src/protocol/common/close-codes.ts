/** WebSocket close codes that both ends have to know; 4000–4999 are the application's own. */

/** Another connection came with the same clientId: coming back would push that one out in turn. */
export const TAKEN_OVER = 4009;
