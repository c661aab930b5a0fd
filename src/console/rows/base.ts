// Modules that every screen with rows imports, as one file: see `api/base.ts`.
import '../ui/text-form';
import './section';
import './url-state';
import './use-decide';
import './use-row-keys';
