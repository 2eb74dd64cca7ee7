"""What has changed between two versions of a rulebook."""
