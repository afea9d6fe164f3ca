// The engine behind `grundy serve`, by HTTP.

import { EngineError, failure } from './engine';
import { engineOver, type Ask } from './remember';

const ask: Ask = async (path, body, signal) => {
  try {
    const response = await fetch(`/api/${path}`, body === undefined ? { signal } : {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
    return { text: await response.text(), isAnswer: response.ok };
  } catch (error) {
    if (signal.aborted) throw error;
    throw new EngineError(failure('connection', 'the playground does not answer', 'is `grundy serve` still running?'));
  }
};

/** The engine of the server that this page came from. */
export const httpEngine = engineOver(ask);
