/** The button with three dots that opens a menu below itself. */

import type { Anchor } from '../../model/menu.ts';
import { Icon } from '../parts/Icon.tsx';

type Props = {
  readonly label: string;
  readonly small?: boolean;
  readonly open: (anchor: Anchor) => void;
};

export function MoreButton({ label, small = false, open }: Props) {
  return (
    <button
      type="button"
      class={small ? 'icon-button small more' : 'icon-button more'}
      aria-label={label}
      aria-haspopup="menu"
      title="Menu"
      onClick={(event) => open(event.currentTarget.getBoundingClientRect())}
    >
      <Icon name="more" />
    </button>
  );
}
