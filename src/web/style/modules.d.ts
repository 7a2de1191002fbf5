/** The bundler takes style sheets that are imported. */
declare module '*.css';
