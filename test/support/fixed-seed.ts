/** Random tests try the same in each run, wherever they say nothing else. */

import fc from 'fast-check';
import { seed } from './effort.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
