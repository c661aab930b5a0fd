// The bundler makes a file of each set of modules that the same pages import. Every page imports
// these, by this file, so they are one file with the libraries instead of a dozen small ones. They
// cannot import this file, so they import the transport.
import 'react-dom';
import 'react/jsx-runtime';
import '../decisions/decisions';
import './address';
import './read-options';
import './transport';
import './workspace';
import './session';
import '../keys/keys';
import '../keys/list-keys';
import '../ui/title';
import '../rows/kept';
import '../rows/priority';
import '../rows/row-state';
import '../shell/fallbacks';
import '../ui/done';
import '../ui/focus';
import './person';
import '../ui/loading';
import '../ui/icon';
import '../ui/markdown';
import '../ui/short-text';
import '../ui/time';
import '../ui/url-params';
import '../ui/use-write';
import 'texts:parts';

export {
  api,
  beginReads,
  client,
  expectEvents,
  ifMatch,
  paramsOf,
  plainClient,
  queries,
} from './transport';
