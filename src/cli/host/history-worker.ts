/** The worker that has the index of the history: a file of its own in the build, which a host loads when somebody asks for the history. */

import { parentPort, workerData } from 'node:worker_threads';
import { historyFiles } from '../../host/history/history-file.ts';
import { IndexServer } from '../../ledger/index/index-server.ts';
import { answerIndex } from '../../ledger/index/index-worker.ts';

if (parentPort !== null) answerIndex(parentPort, new IndexServer(workerData, historyFiles));
