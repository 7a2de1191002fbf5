/** A menu that lies over the page: what can be done with a terminal of the list, or with a block. */

export type MenuItem = {
  /** Id of the command of the window that does the same, if there is one. */
  readonly id: string;
  readonly title: string;
  /** Whether it ends something. */
  readonly harms: boolean;
  readonly run: () => void;
};

/** The box in the window beside which a menu opens, in pixels; a point has no extent. */
export type Anchor = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

export type OpenMenu = {
  /** What the menu is about. */
  readonly title: string;
  readonly groups: readonly (readonly MenuItem[])[];
  readonly anchor: Anchor;
};
