// The bundler makes a file of each set of modules that the same pages import. Every page imports
// these, by the client, so they are one file with the libraries instead of a dozen small ones.
import 'react-dom';
import '../decisions/decision';
import './command-view';
import './first-reads';
import './if-match';
import './pages';
import '../decisions/entries';
import '../keys/keys';
import '../keys/rows';
import '../live/notifications';
import '../rows/fresh-button';
import '../shell/link-secret';
import '../shell/not-found';
import '../ui/done';
import '../ui/drafts';
import '../ui/failure';
import '../ui/icon';
import '../ui/loadable';
import '../ui/short';
import '../ui/skeleton';
import '../ui/time';
import '../ui/time-zone';
import '../ui/title';
import '../ui/use-kept';
