/** The signs on buttons, drawn as lines in the colour of the text. */

const PATHS = {
  menu: 'M3 5h14M3 10h14M3 15h14',
  plus: 'M10 4v12M4 10h12',
  close: 'M5 5l10 10M15 5L5 15',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  person: 'M10 10a3.2 3.2 0 100-6.4 3.2 3.2 0 000 6.4zM4 17a6 6 0 0112 0',
  agent:
    'M5 7h10a1 1 0 011 1v7a1 1 0 01-1 1H5a1 1 0 01-1-1V8a1 1 0 011-1zM10 7V4M8 11.5h.01M12 11.5h.01M1.8 11v2M18.2 11v2',
  history: 'M4 10a6 6 0 106-6 6.5 6.5 0 00-4.5 2M5 3.5V6.5h3M10 7v3.5l2.5 1.5',
  keys: 'M3.5 6h13a1 1 0 011 1v6a1 1 0 01-1 1h-13a1 1 0 01-1-1V7a1 1 0 011-1zM6 9h.01M10 9h.01M14 9h.01M7 12h6',
  end: 'M10 3.5v6M6 5.8a6 6 0 108 0',
  fold: 'M4.5 4h11a1 1 0 011 1v10a1 1 0 01-1 1h-11a1 1 0 01-1-1V5a1 1 0 011-1zM8 4v12',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  markdown: 'M3 14V6l3.5 4L10 6v8M14 6v8M11.5 11.5L14 14l2.5-2.5',
  link: 'M8.5 11.5l3-3M9 6.5l2-2a3.2 3.2 0 014.5 4.5l-2 2M11 13.5l-2 2A3.2 3.2 0 014.5 11l2-2',
  search: 'M9 14A5 5 0 109 4a5 5 0 000 10zM13 13l4 4',
  gear: 'M10 12.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM10 3v2M10 15v2M3 10h2M15 10h2M5 5l1.5 1.5M13.5 13.5L15 15M15 5l-1.5 1.5M6.5 13.5L5 15',
  open: 'M8 5H4v11h11v-4M11 4h5v5M16 4l-7 7',
  download: 'M10 4v9M6 9.5l4 4 4-4M4 16h12',
  rerun: 'M15.5 8A6 6 0 104 11M15.5 3.5V8H11',
  zoom: 'M4 8V4h4M16 8V4h-4M4 12v4h4M16 12v4h-4',
  up: 'M5 12l5-5 5 5',
  down: 'M5 8l5 5 5-5',
} as const;

export type IconName = keyof typeof PATHS;

type Props = {
  readonly name: IconName;
  /** Pixels. */
  readonly size?: number;
};

export function Icon({ name, size = 18 }: Props) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
