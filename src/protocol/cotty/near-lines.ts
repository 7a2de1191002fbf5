/**
 * Lines of scrollback that a window always has. More would make long output slower; if the setting allows more, they are read
 * from the running command's kept output when the user scrolls back.
 */
export const NEAR_LINES = 2000;
