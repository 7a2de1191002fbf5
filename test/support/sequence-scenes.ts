/** Scenes of control sequences, as the test suites of terminals have them: each begins on a terminal that was reset. */

const ESC = '\x1b';
const CSI = '\x1b[';

export type Size = { readonly cols: number; readonly rows: number };

/** What is drawn, by name. */
export function drawnScenes({ cols, rows }: Size): Readonly<Record<string, string>> {
  const numbered = Array.from({ length: rows }, (_, y) => `${CSI}${y + 1};1Hline ${y + 1} ${'.'.repeat(20)}`);
  const lines = `${numbered.join('')}${CSI}H`;
  return {
    'line drawing in G0': `${ESC}(0lqqqk x ~ ${ESC}(Blqqqk`,
    'line drawing in G1, by SO and SI': `${ESC})0\x0elqk\x0f lqk \x0emqj\r\nmqj\x0f mqj`,
    'G2 and G3, by LS2 and LS3': `${ESC}*0${ESC}nlqk\x0f ${ESC}+0${ESC}omqj\x0f end`,
    'single shifts': `${ESC}*0${ESC}Nq${ESC}+0${ESC}Oqq`,
    'national sets': ['A', '4', 'C', 'R', 'K', 'Y', 'E', 'Z', 'H', '=']
      .map((set) => `${ESC}(${set}#@[\\]^_\`{|}~${ESC}(B\r\n`)
      .join(''),
    'a saved cursor with pen and set': `${CSI}3;4H${CSI}1;31m${ESC}(0${ESC}7${CSI}0m${ESC}(B${CSI}9;9Hhere q${ESC}8qqq`,
    'a saved cursor with origin mode': `${CSI}4;8r${CSI}?6h${CSI}2;2H${ESC}7${CSI}?6l${CSI}1;1Htop${ESC}8back${CSI}1;1Hin`,
    'a cursor saved by CSI s': `${CSI}3;3H${CSI}sa${CSI}8;8Hb${CSI}uc`,
    'origin mode': `${CSI}5;10r${CSI}?6h${CSI}1;1HX${CSI}99;5HY${CSI}?6l${CSI}1;1HZ`,
    'tab stops': `\ta\tb\r\n${CSI}3g${CSI}5G${ESC}H${CSI}20G${ESC}H\r\tc\td${CSI}Ze${CSI}2Zf\r\n${CSI}2Ig`,
    'one tab stop cleared': `${CSI}9G${CSI}g\r\tx`,
    'a region, index and reverse index': `${lines}${CSI}4;8r${CSI}8;1H${ESC}D${CSI}4;1H${ESC}M${ESC}M${CSI}6;5H${ESC}E-`,
    'scrolling up and down': `${lines}${CSI}3;9r${CSI}2S${CSI}1T`,
    'scrolling in colour': `${lines}${CSI}44m${CSI}2S${CSI}3;6r${CSI}41m${CSI}T`,
    'lines inserted and deleted': `${lines}${CSI}3;9r${CSI}5;3H${CSI}2L${CSI}8;1H${CSI}M${CSI}11;1H${CSI}M`,
    'characters inserted, deleted, erased': `${lines}${CSI}2;3H${CSI}4@${CSI}3;3H${CSI}4P${CSI}4;3H${CSI}4X`,
    'columns inserted and deleted': `${lines}${CSI}2;3H${CSI}2'}${CSI}5;8H${CSI}3'~`,
    'insert mode': `abcdef${CSI}3G${CSI}4hXY界${CSI}4lZ`,
    'insert mode at the edge': `${CSI}1;${cols - 3}Habcd${CSI}1;${cols - 2}H${CSI}4hxy${CSI}4l`,
    'the screen alignment pattern': `${CSI}5;10r${CSI}44m${ESC}#8`,
    'a repeated character': `a${CSI}5bé${CSI}3b界${CSI}2b\r\n${CSI}31mz${CSI}${cols}b`,
    'a soft reset': `${CSI}4;8r${CSI}?6h${CSI}4h${CSI}1;31m${ESC}(0${CSI}?7l${CSI}!pqqq${CSI}99;1Hlow`,
    'a full reset': `${lines}${CSI}4;8r${CSI}31m${ESC}(0${CSI}3g${CSI}?6h${ESC}cq\tw`,
    'erasing in display': `${lines}${CSI}4;5H${CSI}1J${CSI}9;5H${CSI}J`,
    'erasing in line': `${lines}${CSI}42m${CSI}2;5H${CSI}K${CSI}3;5H${CSI}1K${CSI}4;5H${CSI}2K`,
    'what is protected': `${CSI}1"qkept${CSI}0"q gone${CSI}1;1H${CSI}?2K\r\n${CSI}1"qkept${CSI}2"q gone${CSI}?J${CSI}2;1H${CSI}?2J`,
    'underline styles and colours': [0, 1, 2, 3, 4, 5]
      .map(
        (style) =>
          `${CSI}4:${style}mstyle${CSI}58:2::200:30:${style}0mcolour${CSI}58:5:12mindex${CSI}59mnone${CSI}0m\r\n`,
      )
      .join(''),
    'attributes on and off': `${CSI}1;2;3;4;5;7;8;9;53mall${CSI}22;23;24;25;27;28;29;55mnone${CSI}21mdouble${CSI}24m.`,
    colours: `${CSI}38:2::10:20:30mrgb${CSI}38;5;200mindex${CSI}48:5:22mback${CSI}39mfore${CSI}49;97mplain${CSI}107;30mwhite`,
    'a wide character at the edge': `${CSI}1;${cols}H界${CSI}4;${cols - 1}H界界${CSI}7;${cols}H${CSI}?7l界x${CSI}?7h`,
    'a wide character overwritten by halves': `界界界${CSI}2Gx${CSI}5Gy${CSI}2;1H界界${CSI}2;2H${CSI}P${CSI}3;1H界界${CSI}3;2H${CSI}X`,
    'wrapping and not': `${CSI}1;${cols - 2}Habcdef${CSI}4;${cols - 2}H${CSI}?7labcdef${CSI}?7h`,
    'the pending wrap': `${CSI}1;${cols - 1}Hab\bX${CSI}3;${cols - 1}Hab\r!${CSI}5;${cols - 1}Hab${CSI}Kc${CSI}8;${cols - 1}Hab${CSI}Cc`,
    'reverse wrap': `${CSI}?45h${CSI}1;${cols - 1}Habc\b\b\bX${CSI}?45l${CSI}4;2H\b\b\bY`,
    'combining characters': 'e\u0301 n\u0303o \u0301x a\u0308\u0332',
    'lines of double width and height': `${ESC}#3top${CSI}2;1H${ESC}#4bottom${CSI}3;1H${ESC}#6wide${CSI}4;1H${ESC}#5plain`,
    'moving about': `${CSI}5;5H*${CSI}2A1${CSI}3B2${CSI}4C3${CSI}2D4${CSI}E5${CSI}F6${CSI}9G7${CSI}7d8${CSI}3\`9${CSI}2aA${CSI}2eB${CSI}3;3fC`,
    'beyond the edges': `${CSI}999;999Hz${CSI}999A${CSI}999Dy${CSI}0;0Hx${CSI}999B${CSI}999Cw`,
    'line feed mode': `${CSI}20ha\nb\vc\fd${CSI}20le\nf`,
    rectangles: `${lines}${CSI}88;2;3;5;9$x${CSI}3;4;4;6$z${CSI}1;1;3;6;1;8;20;1$v${CSI}2;2;4;9;7$r`,
    'cancelled and broken sequences': `a${CSI}3\x18b${CSI}3\x1acd${CSI}3${CSI}1mbold${ESC}[12\x1b(Bx${CSI}?99999hy${CSI}1;2;3;4zq`,
    'controls within sequences': `ab${CSI}3\b;5\rHcd${CSI}2\nAe`,
    'the alternate screen by 47, 1047 and 1049': `one${CSI}?47htwo${CSI}?47l${CSI}?1047hthree${CSI}?1047l${CSI}5;5H${CSI}?1049hfour${CSI}?1049lfive`,
    'a cursor that hides, and its shapes': `${CSI}?25lhidden${CSI}?25h${CSI}4 q`,
    'titles and unknown strings': `a${ESC}]2;title\x07b${ESC}]777;x\x07c${ESC}P+zjunk${ESC}\\d${ESC}_apc${ESC}\\e${ESC}^pm${ESC}\\f${ESC}Xsos${ESC}\\g`,
  };
}

/** What is asked, by name. */
export function askedScenes({ cols, rows }: Size): Readonly<Record<string, string>> {
  const modes = [
    1, 3, 5, 6, 7, 8, 9, 12, 25, 45, 47, 66, 67, 95, 1000, 1002, 1003, 1004, 1005, 1006, 1007, 1015,
  ];
  const newer = [1016, 1047, 1048, 1049, 2004, 2026, 9001];
  return {
    'DA1, DA2, DA3': `${CSI}c${CSI}0c${CSI}>c${CSI}>0c${CSI}=c`,
    'DSR and CPR': `${CSI}7;9H${CSI}6n${CSI}?6n${CSI}?15n${CSI}?25n${CSI}?26n${CSI}?53n`,
    'CPR in origin mode and at the edge': `${CSI}5;9r${CSI}?6h${CSI}2;3H${CSI}6n${CSI}?6n${CSI}?6l${CSI}1;${cols}Hx${CSI}6n`,
    'the modes of DEC': [...modes, ...newer].map((mode) => `${CSI}?${mode}$p`).join(''),
    'the modes of ANSI': [2, 4, 12, 20, 99].map((mode) => `${CSI}${mode}$p`).join(''),
    'modes that were set': [1, 6, 45, 66, 1003, 1006, 2004]
      .map((mode) => `${CSI}?${mode}h${CSI}?${mode}$p${CSI}?${mode}l${CSI}?${mode}$p`)
      .join(''),
    settings: `${CSI}3;${rows - 2}r${CSI}1"q${CSI}5 q${['m', 'r', '"p', '"q', ' q', 's', 't', '*x']
      .map((what) => `${ESC}P$q${what}${ESC}\\`)
      .join('')}`,
    'the version': `${CSI}>q${CSI}>0q`,
    'terminal parameters': `${CSI}x${CSI}0x${CSI}1x`,
    'window reports': [11, 13, 14, 15, 16, 18, 19, 20, 21].map((what) => `${CSI}${what}t`).join(''),
    'ENQ and DECID': `\x05${ESC}Z`,
  };
}

/** A screen with colours of its own in each cell. */
export function ramp(turn: number, { cols, rows }: Size): string {
  return Array.from({ length: rows }, (_, y) => {
    const cell = (x: number) =>
      [Math.floor((x * 255) / cols), Math.floor((y * 255) / rows), turn * 37].join(';');
    const row = Array.from({ length: cols }, (_, x) => `${CSI}38;2;${cell(cols - x)};48;2;${cell(x)}mx`);
    return `${CSI}${y + 1};1H${row.join('')}`;
  }).join('');
}
