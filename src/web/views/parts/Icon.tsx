/** The signs on buttons, drawn as lines in the colour of the text. */

const PATHS = {
  menu: 'M3 5h14M3 10h14M3 15h14',
  plus: 'M10 4v12M4 10h12',
  close: 'M5 5l10 10M15 5L5 15',
  pencil: 'M4 16l1-4 8-8 3 3-8 8-4 1zM11.5 5.5l3 3',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  markdown: 'M3 14V6l3.5 4L10 6v8M14 6v8M11.5 11.5L14 14l2.5-2.5',
  link: 'M8.5 11.5l3-3M9 6.5l2-2a3.2 3.2 0 014.5 4.5l-2 2M11 13.5l-2 2A3.2 3.2 0 014.5 11l2-2',
  search: 'M9 14A5 5 0 109 4a5 5 0 000 10zM13 13l4 4',
  gear: 'M10 12.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM10 3v2M10 15v2M3 10h2M15 10h2M5 5l1.5 1.5M13.5 13.5L15 15M15 5l-1.5 1.5M6.5 13.5L5 15',
  open: 'M8 5H4v11h11v-4M11 4h5v5M16 4l-7 7',
  download: 'M10 4v9M6 9.5l4 4 4-4M4 16h12',
  rerun: 'M15.5 8A6 6 0 104 11M15.5 3.5V8H11',
  up: 'M5 12l5-5 5 5',
  down: 'M5 8l5 5 5-5',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
